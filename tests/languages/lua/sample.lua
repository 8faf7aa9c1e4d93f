--[[
A sample of everything that the outline knows.
]]--
-- luacheck: ignore

local lfs = require "lfs"
local Base, logger = require("ui/base"), require("logger")
local parse = require("app.parser").parse
require("app.setup")
require "busted.runner" ()
local ok, json = pcall(require, "cjson")

local LIMIT <const> = 0xFFULL
local M = {}
local count, names = 0, {}
local later
local type = type
local handler

--- A class.
---@class Reader: Base
---@field name string
local Reader = Base:extend{
    name = "Reader", -- the title
    active = nil,
    keys = { Back = function() end },
    --- Opened by a key.
    open = function(self, path)
        local function inner() end
        self.close = function() end
        return inner
    end,
    ["full screen"] = function(self) end,
    [count] = function() end,
}

--- Sets it up.
--- @param path string
function Reader:init(path)
    self.path = path
    local Inner = Reader:extend{}
    function Inner:nested() end
    self.on_close = function() end
end

function Reader.static() return 1 // 2 end

Reader.version = "1"
Reader.version = "2"
Reader.reset = function(self) end
Reader["quoted"] = function() end
lfs.other = 1

-- Adds two numbers.
function M.add(a, b) return a + b end

local function hidden(a, ...)
    goto done
    ::done::
    return function(x) return x end
end

local function given() end
M.given = given
M.ERROR = { NOT_FOUND = 404, BAD_INPUT = 400, [5] = 3 }

function later(x) return x end
handler = function() end
function everybodys() end
_G.shared = function() end
a.b.c = function() end
function a.b.d:e() end

local lambda = function(x) return x * 2 end
local table_of = { f = function() end, ["g"] = function() end, plain = 1 }

local Stack = {}
Stack.__index = Stack
function Stack.new() return setmetatable({}, Stack) end

local Queue = setmetatable({}, { __index = Stack })
function Queue.push(self) end

local mt = { __index = M2 }
local Point = class("Point", Stack)
function Point:move() end
local Other = Object:subclass("Other")
local cache = Cache:new{ slots = 3 }
local Old = Base:new{ keep = function() end }
function Old:go() end

do
    local function in_block() end
    if ok then
        function conditional() end
    end
end

GLOBAL = 3
TestStack = {}
function TestStack:test_push() end
function TestStack.testPop() end
function test_alone() end

describe("a stack", function()
    local stack
    before_each(function() stack = Stack.new() end)
    it("pushes " .. count, function()
        local function helper() end
    end)
    it([[is [long] ]], function() end)
    pending("not yet")
end)

for _, name in ipairs(names) do
    describe(name, function() it("works", function() end) end)
end

local text = [==[
function not_one() end
]==]
--[=[ function nor_this() end ]=]
