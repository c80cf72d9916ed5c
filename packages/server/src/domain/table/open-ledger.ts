import { Ledger, type SignatureVerifier, type Transcript } from 'bg-record';

/** The ledger of a stored match, which keeps no events: they are stored. Throws when the stored events do not fit together: then the storage is damaged. */
export async function openLedger(
  { header, events }: Transcript,
  verifier: SignatureVerifier | undefined,
): Promise<Ledger> {
  const ledger = new Ledger(header, { keepsEvents: false, ...(verifier && { verifier }) });
  const { fault } = await ledger.appendAll(events);
  if (fault) throw new Error(`stored event ${fault.event} of ${header.id} is refused: ${fault.code}`);
  return ledger;
}
