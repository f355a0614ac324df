-- Returns how many messages wait and how many are in hand, and the age of the oldest that waits, in milliseconds.
-- KEYS: stream. ARGV: group, consumer of what was given back.
local stream, group, returned = KEYS[1], ARGV[1], ARGV[2]
if redis.call('EXISTS', stream) == 0 then
  return {0, 0, 0}
end
local pending = redis.call('XPENDING', stream, group)
local held = pending[1]
for _, consumer in ipairs(pending[4] or {}) do
  if consumer[1] == returned then
    held = held - consumer[2]
  end
end
local waiting = math.max(redis.call('XLEN', stream) - held, 0)
if waiting == 0 then
  return {0, held, 0}
end
local oldest
local back = redis.call('XPENDING', stream, group, '-', '+', 1, returned)[1]
if back then
  oldest = back[1]
else
  for _, g in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local of = {}
    for i = 1, #g, 2 do
      of[g[i]] = g[i + 1]
    end
    if of['name'] == group then
      local entry = redis.call('XRANGE', stream, '(' .. of['last-delivered-id'], '+', 'COUNT', 1)[1]
      oldest = entry and entry[1]
    end
  end
end
if not oldest then
  return {waiting, held, 0}
end
local now = redis.call('TIME')
local age = now[1] * 1000 + math.floor(now[2] / 1000) - tonumber(string.match(oldest, '^%d+'))
return {waiting, held, math.max(age, 0)}
