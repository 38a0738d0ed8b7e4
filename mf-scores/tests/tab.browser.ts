import { describeTab } from '@canje/tab-testing/browser'

describeTab()
