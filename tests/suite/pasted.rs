//! What people paste of runners of tests, of browsers and of databases: the test, the route, the column comes first.

use super::copied::{first, searched};

#[test]
fn a_test_stands_in_its_class_and_is_found_by_the_words_that_a_runner_makes_of_its_name() {
    let python = "class test_lid(Base):\n    def test_opens(self):\n        pass\n\n\nclass test_vent(Base):\n    def test_opens(self):\n        pass\n";
    let files = [
        ("t/test_kiln.py", python),
        (
            "tests/Feature/KilnTest.php",
            "<?php\nclass KilnTest extends TestCase\n{\n    #[Test]\n    public function opensTheVentIfTheLidIsShut(): void\n    {\n    }\n}\n",
        ),
        (
            "app/Kiln.php",
            "<?php\nclass Kiln\n{\n    // The vent opens if the lid is shut.\n    public function openTheVent() {}\n}\n",
        ),
        (
            "js/vent.spec.ts",
            "describe('lid', () => {\n  it('opens wide', () => {})\n})\n\ndescribe('vent', () => {\n  it('opens wide', () => {})\n})\n",
        ),
    ];
    for (typed, place) in [
        ("t/test_kiln.py::test_vent::test_opens", "t/test_kiln.py:7"),
        ("FAILED t/test_kiln.py::test_vent::test_opens - AssertionError", "t/test_kiln.py:7"),
        ("FAILED  Tests\\Feature\\KilnTest > opens the vent if the lid is shut", "tests/Feature/KilnTest.php:5"),
        ("FAIL  js/vent.spec.ts > vent > opens wide", "js/vent.spec.ts:6"),
    ] {
        assert_eq!(first(&files, typed), place, "{typed}");
    }
}

#[test]
fn an_address_leads_to_its_route_through_groups_resources_and_constants() {
    let laravel = "<?php\nRoute::prefix('api')->middleware('api')->group(static function (): void {\n    Route::post('upload', Upload::class);\n    \
                   Route::apiResource('kilns', Kilns::class);\n    Route::apiResource('kilns.vents', Vents::class);\n});\n";
    let go = "package admin\n\nconst base = \"/pki/\"\n\nfunc (a) Routes() []Route {\n\treturn []Route{\n\t\t{Pattern: base, Handler: h},\n\t\t{Pattern: \"/adapt\", Handler: h},\n\t}\n}\n";
    let many: Vec<(String, String)> =
        (0..900).map(|at| (format!("app/Http/K{at:03}.php"), format!("<?php\nclass K{at} {{}}\n"))).collect();
    let mut files: Vec<(&str, &str)> = many.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("routes/api.base.php", laravel));
    for (typed, place) in [
        ("http://localhost:8000/api/upload", "routes/api.base.php:3"),
        ("/api/kilns/42/vents", "routes/api.base.php:5"),
    ] {
        assert_eq!(first(&files, typed), place, "{typed}");
    }
    for (typed, place) in [("GET /pki/ca/local/certificates", "admin/pki.go:7"), ("/adapt", "admin/pki.go:8")] {
        assert_eq!(first(&[("admin/pki.go", go)], typed), place, "{typed}");
    }
}

#[test]
fn columns_of_migrations_of_laravel_are_found() {
    let files = [
        (
            "database/migrations/2014_create_users_table.php",
            "<?php\nreturn new class extends Migration {\n    public function up(): void\n    {\n        \
             Schema::create('users', static function (Blueprint $table): void {\n            $table->string('email')->unique();\n        });\n    }\n};\n",
        ),
        (
            "database/migrations/2024_add_avatar.php",
            "<?php\nreturn new class extends Migration {\n    public function up(): void\n    {\n        \
             Schema::table('users', static function (Blueprint $table): void {\n            $table->string('avatar');\n        });\n    }\n    \
             public function down(): void\n    {\n        Schema::table('users', fn ($table) => $table->dropColumn('avatar'));\n    }\n};\n",
        ),
        ("app/UserService.php", "<?php\nclass UserService\n{\n    public function emailOfUsers() {}\n}\n"),
    ];
    for (typed, place) in [
        ("users.email", "database/migrations/2014_create_users_table.php:6"),
        ("no such column: users.avatar", "database/migrations/2024_add_avatar.php:6"),
        ("Unknown column 'users.avatar' in 'field list'", "database/migrations/2024_add_avatar.php:6"),
    ] {
        assert_eq!(first(&files, typed), place, "{typed}");
    }
}

#[test]
fn what_a_screen_shows_stands_before_names_of_its_words() {
    let files = [
        ("src/menu.ts", "export function addToQueue() {}\n"),
        (
            "src/Menu.vue",
            "<template>\n  <ul>\n    <MenuItem @click=\"queue\">Add to Queue</MenuItem>\n  </ul>\n</template>\n",
        ),
    ];
    assert_eq!(first(&files, "Add to Queue"), "src/Menu.vue:3");
    assert_eq!(first(&files, "addToQueue"), "src/menu.ts:1");
}

#[test]
fn of_templates_with_the_same_words_the_one_that_prints_the_values_so_comes_first() {
    let files = [
        (
            "a/metrics/metrics.go",
            "package metrics\n\nfunc f() {\n\treturn d.Errf(\"unrecognized subdirective %q\", d.Val())\n}\n",
        ),
        (
            "b/logging/filters.go",
            "package logging\n\nfunc f() {\n\treturn d.Errf(\"unrecognized subdirective %s\", d.Val())\n}\n",
        ),
        (
            "c/kilnvent/parse.go",
            "package kilnvent\n\nfunc f() {\n\treturn d.Errf(\"unrecognized subdirective %s\", d.Val())\n}\n",
        ),
        ("d/parse.go", "package d\n\nfunc f() {\n\treturn Errorf(\"parsing tokens for '%s': %v\", dir, err)\n}\n"),
    ];
    let message = "parsing tokens for 'kiln_vent': unrecognized subdirective lb_polcy, at Kilnfile:3";
    assert_eq!(searched(&files, message).0[..2], ["c/kilnvent/parse.go:4", "b/logging/filters.go:4"]);
}
