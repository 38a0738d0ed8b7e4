import { claimHost } from '@canje/shared-auth/host'

/** The capability of the host, claimed before the tab under test is loaded. */
export const host = claimHost()
