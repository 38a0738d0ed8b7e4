import { askForConfig } from './config-answer'
import { showStartFailure } from './start-failure'

askForConfig()

// Shared modules are negotiated asynchronously: nothing may import them before this boundary.
import(/* webpackChunkName: 'bootstrap' */ './bootstrap').catch(showStartFailure)
