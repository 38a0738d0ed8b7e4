/** The browser checks every file of the bundle itself: the page and the bundler name their hashes. */
export const guardEntries = () => undefined
export const expectIntegrity = () => undefined
export const UNHASHED = {}
