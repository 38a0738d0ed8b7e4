/** The bundle has its tabs: there is nothing to ask for. */
export const startRegistry = () => undefined
export const wasAskedWithin = () => true
