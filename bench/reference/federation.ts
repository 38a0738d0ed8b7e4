/** One bundle has one of every module. */
export const startFederation = () => undefined
