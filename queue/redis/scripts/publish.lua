-- Adds messages, and wakes subscriptions if one waits.
-- KEYS: stream, mark of idleness. ARGV: channel, topic, then names and values of three fields for each message.
for i = 3, #ARGV, 6 do
  redis.call('XADD', KEYS[1], '*', unpack(ARGV, i, i + 5))
end
if redis.call('DEL', KEYS[2]) == 1 then
  redis.call('PUBLISH', ARGV[1], ARGV[2])
end
return 1
