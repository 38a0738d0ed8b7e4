/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000
