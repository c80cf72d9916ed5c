export { seededRandom } from '@anchor/testkit/random';
