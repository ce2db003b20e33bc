/** iPads say that they are Macs; only the touch screen tells them apart. */
export const isIpad = (userAgent: string, touchPoints: number) =>
  /Macintosh/.test(userAgent) && touchPoints > 1;
