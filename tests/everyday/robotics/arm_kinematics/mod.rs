//! The cost of reaching a target with an arm among obstacles. Three files, an attribute on each
//! item.

mod arm;
mod geometry;
mod task;

use self::arm::{Arm, JointKind, Link};
use self::geometry::Vec3;
use self::task::{Sphere, reach_cost, reach_cost_value_and_grad};
use crate::movable::Movable;
use crate::support::central_differences::Check;
use autodiff::prelude::*;

fn arm() -> Arm {
    let link = |length, twist, offset, kind| Link {
        length,
        twist,
        offset,
        theta: 0.1,
        kind,
        limits: (-1.0, 1.0),
    };
    Arm {
        links: vec![
            link(0.1, 1.2, 0.4, JointKind::Revolute),
            link(0.5, 0.1, 0.0, JointKind::Revolute),
            link(0.2, -0.7, 0.2, JointKind::Prismatic),
            link(0.0, 0.3, 0.1, JointKind::Fixed),
            link(0.3, 0.0, 0.1, JointKind::Revolute),
        ],
        tool: Vec3::new(0.05, 0.0, 0.2),
    }
}

#[test]
fn compared() {
    let mut check = Check::new();
    let arm = arm();
    let target = Vec3::new(0.4, 0.3, 0.8);
    let obstacles = [
        Sphere { center: Vec3::new(0.3, 0.2, 0.5), radius: 0.1 },
        Sphere { center: Vec3::new(0.03, 0.02, 0.1), radius: 0.05 },
    ];
    for q in [[0.2, -0.4, 0.1, 0.0, 0.6], [1.3, 0.4, -0.2, 0.5, -1.6], [0.0, 0.9, 0.3, 0.2, 0.1]] {
        let (value, (arm_bar, q_bar, target_bar)) =
            reach_cost_value_and_grad(&arm, &q, target, &obstacles);
        check.equal("cost", value, reach_cost(&arm, &q, target, &obstacles));
        check.gradient("q", |x| reach_cost(&arm, x, target, &obstacles), &q, &q_bar);
        check.gradient(
            "arm",
            |x| reach_cost(&arm.moved(x), &q, target, &obstacles),
            &arm.origin(),
            &arm_bar.flatten(),
        );
        check.gradient(
            "target",
            |x| reach_cost(&arm, &q, Vec3::new(x[0], x[1], x[2]), &obstacles),
            &[target.x, target.y, target.z],
            &[target_bar.x, target_bar.y, target_bar.z],
        );
    }
    check.finish();
}
