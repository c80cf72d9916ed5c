/**
 * Atomic operations on a shared map. KEYS: the rows, the number of the last change, the id of this generation of the data. ARGV[1] is the
 * channel. Each change gets the next number and is published in the same step, so all processes see all changes in one order and can detect
 * a gap.
 */
const common = `
local function split(row) return string.match(row, '^(%d+)\\n([^\\n]*)\\n(%d+)\\n(.*)$') end
local function announce(version, token, mark, key, at, text)
  redis.call('PUBLISH', ARGV[1], version .. '\\n' .. token .. '\\n' .. mark .. '\\n' .. key .. '\\n' .. at .. '\\n' .. text)
end
local function put(key, token, at, text)
  local version = redis.call('INCR', KEYS[2])
  redis.call('HSET', KEYS[1], key, version .. '\\n' .. token .. '\\n' .. at .. '\\n' .. text)
  announce(version, token, '', key, at, text)
  return version
end
local function remove(key, token, mark)
  redis.call('HDEL', KEYS[1], key)
  announce(redis.call('INCR', KEYS[2]), token, mark, key, '0', '')
end
`;

/** ARGV: channel, key, token, at, text. */
export const PUT = `${common}
put(ARGV[2], ARGV[3], ARGV[4], ARGV[5])
return 1`;

/** Like PUT but keeps a newer value. Replays writes queued while Redis was unreachable. */
export const PUT_AGAIN = `${common}
local row = redis.call('HGET', KEYS[1], ARGV[2])
if row then
  local _, _, at = split(row)
  if tonumber(at) > tonumber(ARGV[4]) then return 0 end
end
put(ARGV[2], ARGV[3], ARGV[4], ARGV[5])
return 1`;

/** Returns the existing text, or the number of the change that put this one. */
export const PUT_FIRST = `${common}
local row = redis.call('HGET', KEYS[1], ARGV[2])
if row then
  local _, _, _, text = split(row)
  return text
end
return put(ARGV[2], ARGV[3], ARGV[4], ARGV[5])`;

/** Puts this text again, in the name of another process, if exactly it is there. */
export const ADOPT = `${common}
local row = redis.call('HGET', KEYS[1], ARGV[2])
if not row then return 0 end
local _, _, _, text = split(row)
if text ~= ARGV[5] then return 0 end
put(ARGV[2], ARGV[3], ARGV[4], ARGV[5])
return 1`;

/** ARGV: channel, key, token, text. Returns 1 if exactly this text was there and has been removed. */
export const TAKE = `${common}
local row = redis.call('HGET', KEYS[1], ARGV[2])
if not row then return 0 end
local _, _, _, text = split(row)
if text ~= ARGV[4] then return 0 end
remove(ARGV[2], ARGV[3], '')
return 1`;

/** ARGV: channel, process, token, mark. Removes all entries of this process. */
export const TAKE_ALL = `${common}
local rows = redis.call('HGETALL', KEYS[1])
for i = 1, #rows, 2 do
  local _, token = split(rows[i + 1])
  if string.match(token, '^(.*):') == ARGV[2] then remove(rows[i], ARGV[3], ARGV[4]) end
end
return 1`;

/** ARGV: channel, a generation id to use if there is none. Returns the generation id, the number of the last change and all rows. */
export const READ_ALL = `
redis.call('SET', KEYS[3], ARGV[2], 'NX')
return { redis.call('GET', KEYS[3]), redis.call('GET', KEYS[2]) or '0', redis.call('HGETALL', KEYS[1]) }`;
