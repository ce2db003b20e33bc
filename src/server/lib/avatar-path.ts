/** The path of a picture, which changes with it. */
export function avatarPath(userId: number, hash: string | null): string | null {
  return hash === null ? null : `/api/avatars/${userId}-${hash}.webp`;
}

/** Whose picture an address names, and which. */
export function parseAvatarFile(file: string): { userId: number; hash: string } | undefined {
  const [, id, hash] = /^([1-9]\d{0,9})-([0-9a-f]{32})\.webp$/.exec(file) ?? [];
  const userId = Number(id);
  if (hash === undefined || userId > 2_147_483_647) return undefined;
  return { userId, hash };
}
