// What makes keys and proves them. Who has no key yet is shown the page without it.
export { followSuccession, generateKey, keyFromSeed, signDeletion, signIdentify, verifyGreeting } from 'bg-record';
