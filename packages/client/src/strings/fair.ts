import { inLanguage } from './chosen.ts';

/** Texts of the page that says why a match is fair, and how far that goes. */
export const fair = {
  title: 'How is this fair?',
  lead: 'You don’t have to trust this server or your opponent. What they could do to the dice, the moves and the result, your browser checks while you play, and anyone can check it later.',
  points: {
    dice: {
      title: 'Every roll',
      text: 'Both players and the server commit to secret numbers before the first roll. Each roll is computed from all three, so none of them can choose it or change it afterwards. Your browser checks each roll when it arrives: press the seal next to it to see the proof.',
    },
    key: {
      title: 'Every decision',
      text: 'Players sign every move and cube decision, together with everything that came before. Nobody can add, drop or change one. A guest’s key is stored only in the browser. The server keeps the key of a player with an account.',
    },
    seal: {
      title: 'The whole match',
      text: 'A finished match is one file. Anyone can check its dice, moves and result with the open verifier, even when this server is gone.',
    },
  },
  correspondence: 'Correspondence matches',
  advance:
    'In a correspondence match each player’s share of the next roll is sent with the move, so the opponent doesn’t have to wait for it. Neither the player who rolls nor the server can predict a roll alone. Together they could predict it, and avoid it by doubling or resigning, but they couldn’t choose it. The server, once it has seen a roll, could pretend that the roll never arrived. Such matches are labelled “Dice trusted to the service”.',
  advanceAccount:
    'If one of the players has an account, the server has that player’s key and could predict that player’s rolls alone. Such a match is unrated if shares are sent ahead. In a rated one each roll waits until the other player is online.',
  limits: 'What it can’t prove',
  limitsText: [
    'That nobody used an engine, or that two players are two people.',
    'That a message which didn’t arrive was ever sent. A server that doesn’t answer one player can make that player lose.',
    'That the page itself is honest: it comes from this server. To be sure, check your matches with a verifier from elsewhere.',
  ],
  verify: 'Verify a match',
  counts: 'All dice counted',
} as const;

/** Texts of the page about fairness. */
export const fairTexts = inLanguage('fair', fair);
