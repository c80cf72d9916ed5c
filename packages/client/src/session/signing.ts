// What makes keys and proves them. Who has no key yet is shown the page without it.
export { generateKey, keyFromSeed, signIdentify } from 'bg-record';
