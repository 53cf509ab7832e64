//! Networks, and how they are trained.

mod adam;
mod array_models;
mod attention;
mod layers;
mod networks;
mod optimisers;
mod penalised_networks;
mod perceptrons;
mod recurrent;
mod transformers;
