import * as z from 'zod/mini';

/** The phrases and, after them, the emoji that players send each other in a match. The page has the words in its language. */
export const reaction = z.enum([
  'hello',
  'good-luck',
  'nice-roll',
  'nice-move',
  'well-played',
  'what-a-game',
  'unlucky',
  'lucky-me',
  'oops',
  'sorry',
  'one-moment',
  'i-am-back',
  'thanks',
  'good-game',
  'one-more',
  'goodbye',
  'thumbs-up',
  'clapping',
  'smiling',
  'laughing',
  'surprised',
  'sad',
  'sweating',
  'fire',
]);

export type Reaction = z.infer<typeof reaction>;
