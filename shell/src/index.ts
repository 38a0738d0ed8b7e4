import { showStartFailure } from './start-failure'

// Shared modules are negotiated asynchronously: nothing may import them before this boundary.
import(/* webpackChunkName: 'bootstrap' */ './bootstrap').catch(showStartFailure)
