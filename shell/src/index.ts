import { askForConfig } from './config-answer'
import { showStartFailure } from './start-failure'

askForConfig()

// A page that lost another file says so already, in the place of its root.
if (document.getElementById('root')) {
  // Shared modules are negotiated asynchronously: nothing may import them before this boundary.
  import(/* webpackChunkName: 'bootstrap' */ './bootstrap').catch(showStartFailure)
}
