/** Moves the focus from a control that goes away, unless the person has moved on to another one. */
export function focusUnlessMoved(pressed: Element, focusNext: () => void): void {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement === pressed) focusNext();
}
