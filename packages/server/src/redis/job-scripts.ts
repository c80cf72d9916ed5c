/**
 * Lua scripts for jobs in Redis. KEYS[1] is the hash of jobs by key. All other names begin with it: `held` keys, `parked` keys,
 * `ring:ENGINE` matches in service order, `match:ENGINE:MATCH` keys in queue order, `leases` tokens by expiry, `lease:TOKEN` and
 * `leased:TOKEN` the worker and keys of a lease, `of:WORKER` tokens.
 */
const common = `
local jobs = KEYS[1]
local function name(part) return jobs .. ':' .. part end
local function turn() return redis.call('INCR', name('turn')) end
local function note(token, worker, text, ends)
  redis.call('SET', name('lease:' .. token), text)
  redis.call('ZADD', name('leases'), ends, token)
  redis.call('SADD', name('of:' .. worker), token)
end
`;

/** ARGV: key, old text, new text, derived changes as JSON. Returns 0 and changes nothing if the job is not in the old state. */
export const CHANGE = `${common}
local key, after, step = ARGV[1], ARGV[3], cjson.decode(ARGV[4])
if (redis.call('HGET', jobs, key) or '') ~= ARGV[2] then return 0 end
if after == '' then redis.call('HDEL', jobs, key) else redis.call('HSET', jobs, key, after) end
redis.call('INCRBY', name('depth'), step.depth)
if step.isHeld then redis.call('SADD', name('held'), key) else redis.call('SREM', name('held'), key) end
local ring = name('ring:' .. step.engine)
for _, match in ipairs(step.left) do
  local line = name('match:' .. step.engine .. ':' .. match)
  redis.call('ZREM', line, key)
  if redis.call('EXISTS', line) == 0 then redis.call('ZREM', ring, match) end
end
for _, match in ipairs(step.come) do
  redis.call('ZADD', name('match:' .. step.engine .. ':' .. match), turn(), key)
  redis.call('ZADD', ring, 'NX', turn(), match)
end
if step.token then
  note(step.token, step.worker, step.lease, step.ends)
  -- a job that is put back is already on the lease
  redis.call('LREM', name('leased:' .. step.token), 0, key)
  redis.call('RPUSH', name('leased:' .. step.token), key)
end
redis.call('ZREM', name('parked'), key)
if step.isParked then
  redis.call('ZADD', name('parked'), turn(), key)
  while redis.call('ZCARD', name('parked')) > tonumber(step.mostParked) do
    redis.call('HDEL', jobs, redis.call('ZPOPMIN', name('parked'))[1])
  end
end
return 1`;

/**
 * ARGV: engine, match, place of the last job. Returns the next job of the match that is not held, with its place. Moves the match to the
 * end.
 */
export const NEXT = `${common}
local line, from = name('match:' .. ARGV[1] .. ':' .. ARGV[2]), ARGV[3]
repeat
  local page = redis.call('ZRANGEBYSCORE', line, '(' .. from, '+inf', 'WITHSCORES', 'LIMIT', 0, 50)
  for i = 1, #page, 2 do
    from = page[i + 1]
    if redis.call('SISMEMBER', name('held'), page[i]) == 0 then
      redis.call('ZADD', name('ring:' .. ARGV[1]), 'XX', turn(), ARGV[2])
      return { page[i], from }
    end
  end
until #page == 0
return nil`;

/** ARGV: token, worker, text, expiry, keys. */
export const OPEN_LEASE = `${common}
note(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
redis.call('DEL', name('leased:' .. ARGV[1]))
for i = 5, #ARGV do redis.call('RPUSH', name('leased:' .. ARGV[1]), ARGV[i]) end
return 1`;

/** ARGV: token. Returns the text and the keys of the lease. */
export const READ_LEASE = `${common}
local text = redis.call('GET', name('lease:' .. ARGV[1]))
return text and { text, redis.call('LRANGE', name('leased:' .. ARGV[1]), 0, -1) } or nil`;

/** ARGV: token, keys. Deletes a lease that has no keys left. */
export const CLOSE_JOBS = `${common}
local token = ARGV[1]
for i = 2, #ARGV do redis.call('LREM', name('leased:' .. token), 0, ARGV[i]) end
if redis.call('EXISTS', name('leased:' .. token)) == 1 then return 0 end
local text = redis.call('GET', name('lease:' .. token))
if text then redis.call('SREM', name('of:' .. cjson.decode(text).workerId), token) end
redis.call('DEL', name('lease:' .. token))
redis.call('ZREM', name('leases'), token)
return 1`;
