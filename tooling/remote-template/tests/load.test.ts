import { describeLoad } from 'tab-testing'
import { tab } from './tab'

describeLoad(tab)
