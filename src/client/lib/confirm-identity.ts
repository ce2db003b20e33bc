/** A sentence about a change, in parts: every second one is a value and emphasized. */
export type ChangeSentence = readonly string[];

export interface Confirmation {
  change: ChangeSentence | undefined;
  settle: (isConfirmed: boolean) => void;
}

let show: ((confirmation: Confirmation) => void) | undefined;
let opened: Promise<boolean> | undefined;

/** Sets what opens the dialog. */
export function onConfirmation(listener: typeof show): void {
  show = listener;
}

/** Opens the dialog 'Confirm it’s you', or waits for the one that is open. False: it was closed. */
export function confirmIdentity(change?: ChangeSentence): Promise<boolean> {
  opened ??= new Promise<boolean>((settle) => {
    if (show) show({ change, settle });
    else settle(false);
  }).finally(() => {
    opened = undefined;
  });
  return opened;
}
