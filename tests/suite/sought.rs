//! Settings that a question asks for by what they are about, in English and in Chinese: the key, or the option, is cited first.

use crate::folders;
use docql::agent::Research;

const FILES: &[(&str, &str)] = &[
    (
        "conf/application.properties",
        "# Port of the server.\nring.server.main.port=8848\n\n# What is checked, and how long it holds.\nring.core.auth.enabled=false\n\
         ring.core.auth.admin.enabled=true\nring.core.auth.token.expire.seconds=18000\n\n# Count of DB:\n# db.num=1\n\
         # db.url=jdbc:mysql://localhost/ring\n",
    ),
    (
        "src/options.py",
        "def declare(loader):\n    loader.add_option(\n        \"bells2_ping\",\n        int,\n        58,\n        \"\"\"\n        \
         Ping when BELLS/2 is idle.\n        \"\"\",\n    )\n    loader.add_option(\n        \"bells2\",\n        bool,\n        \
         True,\n        \"Enable/disable BELLS/2 support.\",\n    )\n    loader.add_option(\n        \"ssl_insecure\",\n        \
         bool,\n        False,\n        \"Do not verify certificates of other servers.\",\n    )\n    loader.add_option(\n        \
         \"tcp_timeout\",\n        int,\n        600,\n        \"\"\"\n        Seconds after which an idle connection is closed.\n        \
         \"\"\",\n    )\n    loader.add_option(\n        \"strategy_of_ringing\",\n        str,\n        \"eager\",\n        \
         \"When bells ring.\",\n    )\n",
    ),
    (
        "src/cluster.py",
        "class Cluster:\n    default_port = 80\n\n    def disable_bells2(self):\n        \"\"\"How to disable BELLS/2: certificate \
         verification.\"\"\"\n\n\nif __name__ == \"__main__\":\n    opts.add_option(\"strategy_of_ringing\", str, \"lazy\", \"\")\n",
    ),
    (
        "config/mail.php",
        "<?php\n\nreturn [\n    // The mailer that sends messages.\n    'default' => env('MAIL_MAILER', 'log'),\n];\n",
    ),
    (
        "src/Chimes.java",
        "public class Chimes {\n    public static final String DEFAULT_TOWER_ID = \"north\";\n\n    Query of(String towerId, List<String> \
         ids) {\n        return Query.newInstance().addParam(\"towerId\", towerId).addParam(\"bell\", this.bell)\n            \
         .addParam(\"ids\", Texts.join(ids, \",\"));\n    }\n}\n",
    ),
    ("ui/NewConfig.js", "export const NewConfig = () => ({\n  tower: this.place,\n  bells2: this.bell,\n});\n"),
    ("src/bells/ring.py", "class Ring(TypedDict):\n    bells2: bool\n"),
    ("src/Bell.java", "public class Bell {\n    /** bell weight. */\n    private double weight = 1.5D;\n}\n"),
];

fn ask(question: &str) -> Research {
    folders::ask(FILES, question)
}

#[test]
fn a_setting_is_found_by_what_it_is_about() {
    for (question, quoted) in [
        ("how do I disable BELLS/2", "\"bells2\","),
        ("what is the default value of bells2", "\"bells2\","),
        ("how can I turn off certificate verification?", "\"ssl_insecure\","),
        ("what is the default connection timeout", "\"tcp_timeout\","),
        ("what is the default port", "ring.server.main.port=8848"),
        ("what is the default tower", "\"north\""),
        ("how do I enable authentication", "ring.core.auth.enabled=false"),
        ("how do I configure the mail server", "env('MAIL_MAILER', 'log')"),
        ("what does the option strategy_of_ringing do and what is its default", "\"eager\""),
    ] {
        let found = ask(question);
        let first = found.citations.first().map(|citation| citation.passage.text.clone()).unwrap_or_default();
        assert!(found.is_answered && first.contains(quoted), "{question}: {first:?} {:?}", found.remarks());
        assert!(found.missing.is_empty(), "{question}: {:?}", found.missing);
    }
}

#[test]
fn a_chinese_question_finds_the_english_key() {
    for (question, quoted) in [
        ("默认端口是多少", "ring.server.main.port=8848"),
        ("鉴权的 token 过期时间默认是多少", "token.expire.seconds=18000"),
        ("如何开启鉴权", "ring.core.auth.enabled=false"),
        ("如何禁用鉴权", "ring.core.auth.enabled=false"),
        ("鉴权默认开启吗", "ring.core.auth.enabled=false"),
        ("如何配置 MySQL", "jdbc:mysql"),
        ("怎么配置数据库", "# db.num=1"),
        ("bell 的默认权重是多少", "weight = 1.5D"),
    ] {
        let found = ask(question);
        let first = found.citations.first().map(|citation| citation.passage.text.clone()).unwrap_or_default();
        assert!(found.is_answered && first.contains(quoted), "{question}: {first:?} {:?}", found.remarks());
    }
}
