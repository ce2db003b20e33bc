/** Who may call a route. Every route declares one; a route without stops the start. */
export type Access = 'public' | 'user' | 'admin';
