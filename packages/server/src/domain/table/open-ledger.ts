import { Ledger, type SignatureVerifier, type Transcript } from 'bg-record';

/** Opens the ledger of a stored match. The ledger keeps no events in memory. Throws when the stored events are not a valid match. */
export async function openLedger(
  { header, events }: Transcript,
  verifier: SignatureVerifier | undefined,
): Promise<Ledger> {
  const ledger = new Ledger(header, { keepsEvents: false, ...(verifier && { verifier }) });
  const { fault } = await ledger.appendAll(events);
  if (fault)
    throw new Error(
      `stored event ${fault.event} of ${header.id} is invalid, the storage may be damaged: ${fault.code}`,
    );
  return ledger;
}
