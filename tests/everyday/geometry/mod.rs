//! Curves, polygons and the surface of the earth; rays, scenes and colours.

mod beziers;
mod clipping;
mod colours;
mod curves;
mod distance_fields;
mod ellipsoids;
mod geodesy;
mod polygons;
mod ray_tracers;
mod scenes;
mod spheres;
