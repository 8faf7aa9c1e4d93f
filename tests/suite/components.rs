//! Pages of components – Vue, Svelte, Astro: programs that stand in a script among elements, and are called from these.

use crate::relations::{callers, results};

/// Whom the callers of a function are, with their files and whether they are sure.
fn told(files: &[(&str, &str)], function: &str) -> Vec<String> {
    let found = results(files, &format!("$.code.function(\"{function}\").callers()"));
    let told = |hit: &docql::docql::Hit| {
        format!("{}:{} {}{}", hit.path, hit.line, if hit.role == "~call" { "~" } else { "" }, hit.name)
    };
    found.hits.iter().map(told).collect()
}

const FEES: (&str, &str) = (
    "src/composables/fees.ts",
    "export function useFees() { return 1 }\nexport function reduced() { return 2 }\nexport function shown(a) { return a }\n\
     export function left(a) { return a }\n",
);

#[test]
fn a_component_has_the_outline_of_its_scripts_with_the_lines_of_the_page() {
    let files = &[(
        "src/Card.vue",
        "<template>\n  <p @click=\"free(1)\">it's {{ a }} `b</p>\n</template>\n\n<script>\nexport default {\n  methods: {\n    moor(berth) {\n      \
         return this.free(berth)\n    },\n    free(berth) { return !berth }\n  }\n}\n</script>\n\n\
         <script setup lang=\"ts\">\ninterface Vessel { name: string }\nconst late = (hour: number) => hour > 22\n</script>\n\
         <style>\n.a { function: none }\n</style>\n",
    )];
    let lines = |query: &str| -> Vec<(String, u32)> {
        results(files, query).hits.iter().map(|hit| (hit.name.clone(), hit.line)).collect()
    };
    assert_eq!(lines("$.code.methods"), [("moor".to_owned(), 8), ("free".to_owned(), 11)]);
    assert_eq!(lines("$.code.interfaces"), [("Vessel".to_owned(), 17)]);
    assert_eq!(lines("$.code.functions"), [("moor".to_owned(), 8), ("free".to_owned(), 11), ("late".to_owned(), 18)]);
    assert_eq!(callers(files, "$.code.method(\"free\").callers()"), "Card.vue moor");
}

#[test]
fn what_scripts_and_elements_of_a_component_call_has_them_as_callers() {
    let page = "<script setup lang=\"ts\">\nimport { useFees, reduced, shown, left } from './composables/fees'\n\
        const fees = useFees()\nfunction pay() {\n  return reduced()\n}\n</script>\n\n<template>\n\
        <p title=\"left(1)\">don't {{ shown(fees) }} left(2)</p>\n<b @click=\"left(3)\">`</b>\n</template>\n";
    let files = &[FEES, ("src/Card.vue", page)];
    assert_eq!(told(files, "reduced"), ["src/Card.vue:5 pay"]);
    assert_eq!(told(files, "useFees"), ["src/Card.vue:3 fees"]);
    assert_eq!(told(files, "shown"), ["src/Card.vue:10 Card.vue"]);
    let sites = results(files, "$.code.function(\"left\").callers()");
    let lines: Vec<&str> = sites.hits.iter().map(|hit| hit.snippet.as_str()).collect();
    assert_eq!(lines, ["<b @click=\"left(3)\">`</b>"], "texts call nothing");

    let svelte = "<script>\n  import { reduced, shown } from './composables/fees';\n  function pay() { return reduced(); }\n\
        </script>\n{#if shown('}')}\n<p on:click={() => shown({ a: 1 })}>it's shown(2)</p>\n{/if}\n";
    let astro = "---\nimport { reduced, shown } from './composables/fees';\nfunction pay() { return reduced(); }\n---\n\
        <p>{shown(pay())} isn't</p>\n";
    let files = &[FEES, ("src/Card.svelte", svelte), ("src/page.astro", astro)];
    assert_eq!(told(files, "reduced"), ["src/Card.svelte:3 pay", "src/page.astro:3 pay"]);
    assert_eq!(told(files, "shown"), ["src/Card.svelte:5 Card.svelte", "src/page.astro:5 page.astro"]);
    assert_eq!(told(files, "pay"), ["src/page.astro:5 page.astro"]);
}

/// Builds add imports to what they build: who calls a function is then known by its name alone.
#[test]
fn names_that_a_build_imports_by_itself_may_be_called() {
    let page = "<script setup>\nimport { ref } from 'vue'\nconst a = ref(useFees())\n</script>\n";
    let plain = [FEES, ("src/Card.vue", page)];
    assert!(told(&plain, "useFees").is_empty(), "without an import it is another one");
    let nuxt = [FEES, ("src/Card.vue", page), ("nuxt.config.ts", "export default defineNuxtConfig({})\n")];
    assert_eq!(told(&nuxt, "useFees"), ["src/Card.vue:3 ~a"]);
}

#[test]
fn the_library_of_a_project_of_svelte_kit_is_known_by_its_name() {
    let files = &[
        ("src/lib/api.js", "export function get(a) { return a }\n"),
        ("src/lib/other.js", "export function get(a) { return a }\n"),
        (
            "src/routes/+page.server.js",
            "import * as api from '$lib/api';\nexport function load() { return api.get(1); }\n",
        ),
    ];
    let found = results(files, "$.files[?(@.name==\"api.js\")].functions.callers()");
    assert_eq!(found.hits.iter().map(|hit| (hit.role, &*hit.name)).collect::<Vec<_>>(), [("call", "load")]);
    let other = results(files, "$.files[?(@.name==\"other.js\")].functions.callers()");
    assert!(other.hits.is_empty(), "{:?}", other.hits);
}
