import { claimHost } from '@canje/shared-auth/host'

/** The capability of the host. This module is loaded before any code of a tab. */
export const host = claimHost()
