/** The bundle has its tabs: there is nothing to ask for. */
export const fetchRegistry = async () => ''
