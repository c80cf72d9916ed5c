import { signal } from '@preact/signals';

/** True while the board that the player chose has a texture. */
export const isTextured = signal(false);
