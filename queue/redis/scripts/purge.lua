-- Removes messages that nobody has in hand, up to an id. Returns how many, the id, and whether there may be more.
-- KEYS: stream. ARGV: group, consumer of what was given back, the id or '', how many at most.
local stream, group, returned, upto, limit = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('EXISTS', stream) == 0 then
  return {0, '', 0}
end
if upto == '' then
  local newest = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  if not newest then
    return {0, '', 0}
  end
  upto = newest[1]
end
local count = 0
for _, entry in ipairs(redis.call('XPENDING', stream, group, '-', upto, limit, returned)) do
  redis.call('XACK', stream, group, entry[1])
  count = count + redis.call('XDEL', stream, entry[1])
end
local last
for _, g in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
  local of = {}
  for i = 1, #g, 2 do
    of[g[i]] = g[i + 1]
  end
  if of['name'] == group then
    last = of['last-delivered-id']
  end
end
if last and count < limit then
  for _, entry in ipairs(redis.call('XRANGE', stream, '(' .. last, upto, 'COUNT', limit - count)) do
    count = count + redis.call('XDEL', stream, entry[1])
  end
end
return {count, upto, count >= limit and 1 or 0}
