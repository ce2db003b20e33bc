import { displayHandle } from '#contract/handles.ts';
import type { PagePerson } from '#contract/pages.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';

/** RFC 6350: at most 75 bytes a line, the line break not counted. */
const LINE_BYTES = 75;

/** A member as vCard 4.0. */
export function toVcard(person: PagePerson, url: string, publicUrl: string): string {
  const name = escapeText(person.displayName);
  const handles = person.handles.map(
    ({ platform, handle }) => `${PLATFORM_LABELS[platform]}: ${displayHandle(platform, handle)}`,
  );
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${name}`,
    `N:;${name};;;`,
    `NICKNAME:${escapeText(`@${person.username}`)}`,
    ...(person.phoneNumber ? [`TEL;VALUE=uri:tel:${person.phoneNumber}`] : []),
    `URL:${url}`,
    ...(person.websiteUrl ? [`URL:${person.websiteUrl}`] : []),
    ...(person.profileImage ? [`PHOTO:${publicUrl}${person.profileImage}`] : []),
    ...(handles.length > 0 ? [`NOTE:${escapeText(handles.join('\n'))}`] : []),
    'END:VCARD',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('');
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Continues long lines on the next one, behind a space; never inside a character. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
