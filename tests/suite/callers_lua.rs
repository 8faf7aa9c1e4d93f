//! Callers in Lua: what tables, modules and the own value tell, and where only the name does.

use crate::relations::{callers, results};

const UTIL: &str = "local util = {}\nfunction util.add(a, b) return a + b end\nlocal function hidden() end\n\
                    local function given() hidden() end\nutil.given = given\nreturn util\n";

#[test]
fn what_a_module_gives_is_called_through_require() {
    let files = &[
        ("lib/util.lua", UTIL),
        ("lib/other.lua", "local M = {}\nfunction M.add() end\nreturn M\n"),
        ("a.lua", "local u = require(\"lib.util\")\nlocal function direct() return u.add(1, 2) end\n"),
        ("b.lua", "local add = require \"lib/util\".add\nlocal function alone() return add(1, 2) end\n"),
        ("c.lua", "local u = require 'lib.util'\nlocal add = u.add\nlocal function taken() return add(1, 2) end\n"),
        ("d.lua", "local function late()\n  local u = require(\"lib.util\")\n  u.add(1, 2)\nend\n"),
        ("e.lua", "local function at_once() return require(\"lib.util\").add(1, 2) end\n"),
        ("f.lua", "local u = require \"lib.other\"\nlocal function other() return u.add(1, 2) end\n"),
        ("g.lua", "local u = require \"cjson\"\nlocal function outside() return u.add(1, 2) end\n"),
        ("h.lua", "local u = require \"lib.util\"\nlocal function hides(u) return u.adds(u.add) end\n"),
        ("i.lua", "local function add() end\nlocal function own() add() end\n"),
        ("j.lua", "local function bare() add() end\n"),
    ];
    let of_util = "$.code.file(\"lib/util.lua\").function(\"add\").callers()";
    assert_eq!(callers(files, of_util), "alone at_once direct late taken");
    assert_eq!(callers(files, "$.code.file(\"lib/other.lua\").function(\"add\").callers()"), "other");
    assert_eq!(callers(files, "$.code.file(\"i.lua\").function(\"add\").callers()"), "own");
    assert_eq!(callers(files, "$.code.function(\"direct\").callees()"), "add");
    assert_eq!(callers(files, "$.code.function(\"hidden\").callers()"), "given");
}

#[test]
fn a_module_may_be_a_directory_or_give_functions_of_its_file() {
    let files = &[
        (
            "src/pack/init.lua",
            "local function run() end\nlocal function stop() end\nreturn { run = run, stop = stop }\n",
        ),
        ("src/one.lua", "local pack = require \"pack\"\nfunction start() pack.run() end\n"),
        ("src/two.lua", UTIL),
        ("src/three.lua", "local two = require \"two\"\nfunction finish() two.given() start() end\n"),
        ("src/four.lua", "return { boot = function() finish() end }\n"),
        ("src/five.lua", "local four = require \"four\"\nlocal function five() four.boot() end\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"run\").callers()"), "start");
    assert_eq!(callers(files, "$.code.function(\"given\").callers()"), "finish");
    assert_eq!(callers(files, "$.code.function(\"start\").callers()"), "finish");
    assert_eq!(callers(files, "$.code.function(\"boot\").callers()"), "five");
}

#[test]
fn paths_begin_in_an_outer_directory_around_the_file() {
    let files = &[
        ("front/device.lua", "local Device = {}\nfunction Device.probe() end\nreturn Device\n"),
        ("front/device/kobo/device.lua", "local Kobo = {}\nfunction Kobo.probe() end\nreturn Kobo\n"),
        ("front/device/kobo/power.lua", "local Device = require(\"device\")\nlocal function on() Device.probe() end\n"),
        ("plugins/a/device.lua", "local A = {}\nfunction A.probe() end\nreturn A\n"),
        ("plugins/a/main.lua", "local Device = require(\"device\")\nlocal function plugged() Device.probe() end\n"),
        ("spec/a_spec.lua", "local Device = require(\"device\")\nlocal function tried() Device.probe() end\n"),
    ];
    let of = |path: &str| callers(files, &format!("$.code.file(\"{path}\").function(\"probe\").callers()"));
    assert_eq!(of("front/device.lua"), "on tried");
    assert_eq!(of("front/device/kobo/device.lua"), "");
    assert_eq!(of("plugins/a/device.lua"), "plugged");
}

const CLASSES: &[(&str, &str)] = &[
    (
        "base.lua",
        "local Base = Object:extend{}\nfunction Base:paint() self:draw() end\nfunction Base:draw() end\n\
         function Base:size() return 1 end\nreturn Base\n",
    ),
    (
        "button.lua",
        "local Base = require(\"base\")\nlocal Button = Base:extend{\n  press = function(self) self:paint() end,\n}\n\
         function Button:draw() self:size() end\nfunction Button.label() end\nreturn Button\n",
    ),
    (
        "lamp.lua",
        "local Lamp = {}\nLamp.__index = Lamp\nfunction Lamp.new() return setmetatable({}, Lamp) end\n\
         function Lamp:paint() end\nfunction Lamp:glow()\n  self:paint()\nend\nreturn Lamp\n",
    ),
    (
        "use.lua",
        "local Button, x = require(\"button\"), 1\nlocal Lamp = require(\"lamp\")\n\
         local function made()\n  local b = Button:new{ x = 1 }\n  b:paint()\nend\n\
         local function lit()\n  local lamp = Lamp.new()\n  lamp:paint()\nend\n\
         local function unknown(thing) thing:paint() end\n\
         local function text(s) return (\"x\"):size() end\n\
         local function other()\n  local s = \"x\"\n  s:paint()\nend\n",
    ),
];

#[test]
fn the_own_value_and_values_that_are_made_have_their_table() {
    assert_eq!(callers(CLASSES, "$.code.method(\"Base.paint\").callers()"), "made press ~unknown");
    assert_eq!(callers(CLASSES, "$.code.method(\"Lamp.paint\").callers()"), "glow lit ~unknown");
    assert_eq!(callers(CLASSES, "$.code.method(\"Base.size\").callers()"), "draw ~text");
    assert_eq!(callers(CLASSES, "$.code.class(\"Base\").implementations()"), "Button");
    assert_eq!(callers(CLASSES, "$.code.class(\"Button\").supertypes()"), "Base");
}

#[test]
fn what_hands_on_to_another_of_its_name_does_not_call_itself() {
    let files = &[(
        "a.lua",
        "local Document = {}\nfunction Document:getWordEnd(x) return self._document:getWordEnd(x) end\n\
         function Document:next() return self._document:getWordEnd(1) end\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"getWordEnd\").callers()"), "next");
}

#[test]
fn a_local_function_is_known_in_its_scope_alone() {
    let files = &[
        (
            "a.lua",
            "local function step() end\nlocal function go() step() end\n\
             local function given(step) step() end\nlocal function set()\n  local step = 1\n  step()\nend\n\
             local function handed() pcall(step, 1) end\nlocal function key() return { step = 1 } end\n\
             local function nested()\n  local function step() end\n  step()\nend\n",
        ),
        ("b.lua", "local function far() step() end\n"),
    ];
    assert_eq!(callers(files, "$.code.file(\"a.lua\").function(\"step\").callers()"), "go nested");
    let places = results(files, "$.code.file(\"a.lua\").function(\"step\").references()");
    assert_eq!(places.hits.len(), 3, "{places:?}");
}

#[test]
fn functions_are_called_without_brackets() {
    let files = &[(
        "a.lua",
        "local function say(x) end\nlocal function text() say \"a\" end\nlocal function long() say [[a]] end\n\
         local function table() say { 1 } end\nlocal function set() local t = { say = 1 } return t end\n\
         local function none() return \"say(1)\" --[==[ say(1) ]==] end\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"say\").callers()"), "long table text");
}

#[test]
fn tests_reach_what_they_call() {
    let files = &[
        ("stack.lua", "local Stack = {}\nfunction Stack.push() end\nfunction Stack.pop() end\nreturn Stack\n"),
        (
            "spec/stack_spec.lua",
            "describe(\"a stack\", function()\n  local Stack\n  setup(function() Stack = require(\"stack\") end)\n  \
             it(\"pushes\", function() Stack.push() end)\nend)\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.function(\"push\").tests()"), "pushes");
    assert_eq!(callers(files, "$.code.function(\"pop\").tests()"), "");
}
