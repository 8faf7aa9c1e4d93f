#!/usr/bin/env lua
-- A shop.
local json = require "json"
local Cart = Base:extend{ items = {}, LIMIT = 10 }

--[[ Made with
a name. ]]
function Cart:init(name, ...)
  self.name = name .. "\n" .. [[long
text]]
  if not name or name == nil then
    goto done
  end
  ::done::
  local rate <const> = 0x1FULL // 2
  return string.format("%s", rate)
end

function Cart.open() return true end
Cart.close = function() break_up(1.5e3) end
