-- Writes down what a subscription has settled, and takes messages for it.
-- KEYS: stream, mark of idleness, lock.
-- ARGV: channel, topic, group, consumer, consumer of what was given back, token of the lock or '', milliseconds of a lease,
--   how many messages are wanted, how many bytes are enough,
--   how many are acknowledged, their ids, then ids and counts of deliveries of what is given back.
-- Returns 'busy', 'empty' or 'more', then id, deliveries and fields of each message.
local stream, idle, lock = KEYS[1], KEYS[2], KEYS[3]
local group, consumer, returned, token, lease = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local wanted, enough, acks = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])

if acks > 0 then
  redis.call('XACK', stream, group, unpack(ARGV, 11, 10 + acks))
  redis.call('XDEL', stream, unpack(ARGV, 11, 10 + acks))
end
local back = false
for i = 11 + acks, #ARGV, 2 do -- unless another has it in hand by now
  if #redis.call('XPENDING', stream, group, ARGV[i], ARGV[i], 1, consumer) > 0 then
    redis.call('XCLAIM', stream, group, returned, 0, ARGV[i], 'RETRYCOUNT', ARGV[i + 1], 'JUSTID')
    back = true
  end
end
if back and redis.call('DEL', idle) == 1 then
  redis.call('PUBLISH', ARGV[1], ARGV[2])
end

if token ~= '' then
  local holder = redis.call('GET', lock)
  if holder == token then
    redis.call('PEXPIRE', lock, lease)
  elseif holder or wanted == 0 then
    return {'busy'}
  else
    redis.call('SET', lock, token, 'PX', lease)
    for _, entry in ipairs(redis.call('XPENDING', stream, group, '-', '+', 100000)) do -- of who held it before
      if entry[2] ~= consumer and entry[2] ~= returned then
        redis.call('XCLAIM', stream, group, returned, 0, entry[1], 'RETRYCOUNT', entry[4], 'JUSTID')
      end
    end
  end
end

local reply, bytes, taken = {'more'}, 0, 0
local function add(entry, deliveries)
  for _, field in ipairs(entry[2]) do
    bytes = bytes + #field
  end
  taken = taken + 1
  reply[#reply + 1] = {entry[1], deliveries, entry[2]}
end

if wanted == 0 then
  return reply
end
for _, pending in ipairs(redis.call('XPENDING', stream, group, '-', '+', wanted, returned)) do
  if bytes >= enough then
    return reply
  end
  local entry = redis.call('XCLAIM', stream, group, consumer, 0, pending[1], 'RETRYCOUNT', pending[4] + 1)[1]
  if entry and entry[2] then
    add(entry, pending[4] + 1)
  else
    redis.call('XACK', stream, group, pending[1]) -- somebody has deleted it
  end
end
while taken < wanted and bytes < enough do
  local read = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', math.min(16, wanted - taken), 'STREAMS', stream, '>')
  if not read then
    reply[1] = 'empty'
    redis.pcall('SET', idle, '1', 'PX', lease) -- refused when the memory is full
    return reply
  end
  for _, entry in ipairs(read[1][2]) do
    add(entry, 1)
  end
end
return reply
