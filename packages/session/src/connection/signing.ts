// The code that creates and proves keys. A visitor without a key does not need it.
export { followSuccession, generateKey, keyFromSeed, signDeletion, signIdentify, verifyGreeting } from 'bg-record';
