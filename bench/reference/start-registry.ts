/** The bundle has its tabs: there is nothing to read. */
export const startRegistry = () => undefined
export const wasAskedWithin = () => true
export const registryAddress = () => undefined
