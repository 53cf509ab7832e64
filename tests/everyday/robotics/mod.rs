//! Arms, vehicles and controllers.

mod arm_kinematics;
mod arms;
mod controllers;
mod pendulum_control;
mod planar_arms;
mod riccati;
mod spring_control;
mod vehicles;
