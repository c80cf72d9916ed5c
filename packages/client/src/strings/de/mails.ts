import type { Words } from '../chosen.ts';
import type { mails } from '../mails.ts';

export const texts: Words<typeof mails> = {
  title: 'E-Mails, um die andere bitten',
  lead: 'Alle können um eine Bestätigung oder einen Anmeldelink an jede Adresse bitten. Du kannst solche E-Mails an deine Adresse abstellen.',
  stop: 'Nie wieder',
  stopped:
    'Diese Adresse bekommt keine E-Mails mehr, um die andere bitten. E-Mails, die du bestätigt hast, kommen weiter. Gehört die Adresse zu einem Konto, bekommt sie noch einen Anmeldelink am Tag.',
  allow: 'Solche E-Mails wieder erlauben',
  allowed: 'Diese Adresse kann wieder Bestätigungen und Anmeldelinks bekommen, höchstens zehn am Tag.',
  offline: 'Der Server ist nicht erreichbar. Es wurde nichts geändert. Bitte versuch es noch einmal.',
  invalid: 'Dieser Link ist ungültig',
  invalidText: 'Er stammt nicht von diesem Dienst, oder ein Teil davon fehlt. Es wurde nichts geändert.',
  home: 'Zur Startseite',
};
