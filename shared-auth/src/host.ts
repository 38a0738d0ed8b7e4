/** What only the host takes of this package, beside what everyone does. */
export { configureFeatures } from './features'
export { serviceAddresses } from './services'
export { dropEarlyCalls, startCall, takeOverEarlyCalls } from './started-calls'
