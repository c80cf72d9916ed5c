export { texts } from './main.ts';
