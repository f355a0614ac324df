-- Removes a consumer that has ended or died, gives back what it had in hand, and lets others take over.
-- KEYS: stream, lock. ARGV: channel, topic, group, consumer, consumer of what was given back, token of the lock or ''.
local stream, group, consumer = KEYS[1], ARGV[3], ARGV[4]
if redis.call('EXISTS', stream) == 1 then
  repeat
    local some = redis.call('XPENDING', stream, group, '-', '+', 1000, consumer)
    for _, entry in ipairs(some) do
      local moved = redis.call('XCLAIM', stream, group, ARGV[5], 0, entry[1], 'RETRYCOUNT', entry[4], 'JUSTID')
      if #moved == 0 then
        redis.call('XACK', stream, group, entry[1]) -- somebody has deleted it
      end
    end
  until #some == 0
  redis.call('XGROUP', 'DELCONSUMER', stream, group, consumer)
end
if ARGV[6] ~= '' and redis.call('GET', KEYS[2]) == ARGV[6] then
  redis.call('DEL', KEYS[2])
end
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 1
