//! A thread of a desk that meets a mistake in the program.

use std::ops::ControlFlow;
use std::sync::Arc;

use regola::session::Trouble;
use regola::studio::Worker;
use tokio::runtime::Builder;
use tokio::sync::mpsc::channel;

const FAILED: &str = "an error in Regola itself";

#[test]
fn whoever_asks_after_a_mistake_in_this_program_is_told_of_it_too() {
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    let _runtime = runtime.enter();
    let (said, mut replies) = channel(8);
    let worker = Worker::new(&Arc::default(), said);
    let mut reply = |id, work: fn() -> Trouble| {
        let worked = worker.work(id, |_, _| Err(work()));
        assert_eq!(worked, ControlFlow::Continue(()));
        let reply = replies.try_recv().expect("each question has a reply");
        serde_json::to_string(&reply).expect("it is JSON")
    };
    let refuse = || Trouble::Use("there is no such move".to_owned());
    let before = reply(1, refuse);
    assert!(before.contains("there is no such move"), "{before}");
    let failed = reply(2, || panic!("a mistake"));
    let after = reply(3, refuse);
    assert!(
        failed.contains(FAILED) && after.contains(FAILED),
        "{failed} {after}"
    );
}
