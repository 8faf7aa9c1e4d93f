local M = {}

function M.before() end

function M.half(a
    if a then
        return 1
end

local function middle()
    for i = 1, 3 do
        print(i)
    end

--- Fine.
function M:after(x)
    local t = { 1, 2
    return t
end

function M.last() return 1 end

return M
