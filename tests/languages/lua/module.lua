#!/usr/bin/env lua
-- A module that gives a table away at its end.

local M = {}

function M.add(a, b) return a + b end

local function hidden() end

local function given() end

local function kept() return given() end

return {
    add = M.add,
    given = given,
    renamed = hidden,
    --- Runs it.
    run = function(self) return kept() end,
}
