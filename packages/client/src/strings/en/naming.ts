/** Texts of the dialog for the player's name. */
export const naming = {
  title: 'Your name',
  hint: 'At most 24 characters. Your opponents see it. It may not look like that of an account.',
  save: 'Save',
  saved: 'Your name is saved.',
  page: 'Your page',
  noAccount: 'You play as a guest. Your key is stored only in this browser.',
} as const;
