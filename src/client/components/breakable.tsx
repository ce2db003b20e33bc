import { Fragment } from 'react';

/** Lines break after these signs first, and inside a word only where one is too long. */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/.+?(?:[/@._+-]|$)/gs)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
