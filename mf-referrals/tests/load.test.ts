import { describeLoad } from 'tab-testing'
import { referrals } from './section'

describeLoad(referrals)
